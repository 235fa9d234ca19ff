"""The page in a real browser: from the keyboard, on a desk and on a phone, by day and by night."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from served import Served

selenium = pytest.importorskip("selenium", reason="the package selenium is not installed")
BROWSER, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(
        BROWSER is None or DRIVER is None,
        reason="chromium and chromium-driver are not installed",
    ),
]
FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync "
    "--hide-scrollbars --window-size=1280,900"
)
PATIENCE = 60
Browser: TypeAlias = Any
"""What selenium drives; the package is optional."""
QUESTION = "Who directed Inception?"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from selenium.webdriver import Chrome
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    options.binary_location = str(BROWSER)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for flag in FLAGS.split():
        options.add_argument(flag)
    driver = Chrome(options=options, service=Service(str(DRIVER)))
    driver.set_page_load_timeout(PATIENCE)
    yield driver
    driver.quit()


@pytest.fixture
def on_page(browser: Browser, server: Served) -> Browser:
    """Return the browser with the empty page of a server that has its wits about it."""
    server.json("/ask", question=QUESTION)
    sized(browser, 1280, 900)
    media(browser, "light")
    browser.get(server.url)
    browser.execute_script("localStorage.clear()")
    browser.get(server.url)
    focused(browser, "question")
    browser.get_log("browser")
    return browser


def focused(browser: Browser, id_: str) -> None:
    """Wait until an element has the focus."""
    from selenium.webdriver.support.wait import WebDriverWait

    WebDriverWait(browser, PATIENCE).until(
        lambda page: page.switch_to.active_element.get_attribute("id") == id_
    )


def sized(browser: Browser, width: int, height: int) -> None:
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def media(browser: Browser, scheme: str) -> None:
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def typed(browser: Browser, *keys: str) -> None:
    from selenium.webdriver import ActionChains

    ActionChains(browser).send_keys(*keys).perform()


def waited(browser: Browser, text: str, selector: str = "main") -> None:
    from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import WebDriverWait

    def is_there(_: object) -> bool:
        return text in browser.find_element(By.CSS_SELECTOR, selector).text

    ignored = [NoSuchElementException, StaleElementReferenceException]
    WebDriverWait(browser, PATIENCE, ignored_exceptions=ignored).until(is_there)


def found(browser: Browser, selector: str) -> list[Any]:
    from selenium.webdriver.common.by import By

    return list(browser.find_elements(By.CSS_SELECTOR, selector))


def complaints(browser: Browser) -> list[str]:
    """Return what the browser's console says, such as what the policy of the page kept out."""
    return [one["message"] for one in browser.get_log("browser")]


def test_a_question_is_asked_and_mended_from_the_keyboard(on_page: Browser) -> None:
    from selenium.webdriver import Keys

    typed(on_page, QUESTION, Keys.ENTER)
    waited(on_page, "Christopher Nolan", "h3")
    assert "question=Who+directed+Inception" in on_page.current_url
    assert found(on_page, ".drawing svg a") and found(on_page, ".w.name")
    chip = found(on_page, "details.chip.relation summary")[0]
    on_page.execute_script("arguments[0].focus()", chip)
    typed(on_page, Keys.ENTER)
    choices = found(on_page, "details.chip.relation[open] a.choice")
    composer = next(one for one in choices if "composer" in one.text)
    on_page.execute_script("arguments[0].focus()", composer)
    typed(on_page, Keys.ENTER)
    waited(on_page, "Hans Zimmer", "h3")
    on_page.back()
    waited(on_page, "Christopher Nolan", "h3")
    typed(on_page, "/")
    assert on_page.switch_to.active_element.get_attribute("id") == "question"
    assert complaints(on_page) == []


def test_names_are_completed_while_typing(on_page: Browser) -> None:
    from selenium.webdriver import Keys

    typed(on_page, "Who is Christopher N")
    waited(on_page, "Christopher Nolan", "#suggestions")
    typed(on_page, Keys.ARROW_DOWN, Keys.ENTER)
    box = found(on_page, "#question")[0]
    assert box.get_attribute("value") == "Who is Christopher Nolan"
    assert box.get_attribute("aria-expanded") == "false"


def test_an_editor_completes_colours_and_runs(on_page: Browser) -> None:
    from selenium.webdriver import ActionChains, Keys

    area = found(on_page, "#sparql")[0]
    area.click()
    typed(on_page, "SELECT ?x WHERE { ?x wdt:P57 wd:christopher n")
    waited(on_page, "Christopher Nolan", "#sparql-names")
    typed(on_page, Keys.ARROW_DOWN, Keys.TAB)
    assert area.get_attribute("value").endswith("wdt:P57 wd:Q25191")
    assert [one.text for one in found(on_page, ".t-keyword")][:2] == ["SELECT", "WHERE"]
    typed(on_page, " }")
    ActionChains(on_page).key_down(Keys.CONTROL).send_keys(Keys.ENTER).key_up(
        Keys.CONTROL
    ).perform()
    waited(on_page, "Oppenheimer", "table")
    assert "sparql=" in on_page.current_url
    assert complaints(on_page) == []


def test_what_was_asked_is_offered_again_and_can_be_forgotten(
    on_page: Browser, server: Served
) -> None:
    from selenium.webdriver import Keys

    typed(on_page, QUESTION, Keys.ENTER)
    waited(on_page, "Christopher Nolan", "h3")
    on_page.get(server.url)
    assert found(on_page, "#history a")[0].text == QUESTION
    found(on_page, "#forget")[0].click()
    assert not found(on_page, "#history")[0].is_displayed()


PATHS = {
    "answer": "?question=Who+directed+Inception%3F",
    "passage": "?question=Who+directed+Whiplash%3F",
    "list": "?algebra=P57(Q25191)",
    "several": "?question=Where+is+Springfield%3F",
    "entity": "entity/Q25188",
    "store": "store",
    "home": "",
}


@pytest.mark.parametrize("name", PATHS)
@pytest.mark.parametrize("width", [1280, 390, 360])
def test_nothing_is_wider_than_the_screen(
    on_page: Browser, server: Served, name: str, width: int
) -> None:
    sized(on_page, width, 800)
    on_page.get(server.url + PATHS[name])
    wide = on_page.execute_script("return document.documentElement.scrollWidth")

    assert wide <= width
    assert complaints(on_page) == []


CONTRAST = """
const channels = (text) => {
  const found = text.match(/[\\d.]+/g).map(Number);
  return text.startsWith('color(') ? found.slice(-3).map((one) => one * 255) : found;
};
const light = (text) => {
  const [r, g, b] = channels(text).map((c) => (c /= 255) <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4);
  return .2126 * r + .7152 * g + .0722 * b;
};
const behind = (node) => {
  for (; node; node = node.parentElement) {
    const colour = getComputedStyle(node).backgroundColor;
    if (!/rgba\\(.*, 0\\)/.test(colour)) return colour;
  }
  return 'rgb(255, 255, 255)';
};
const poor = [];
for (const node of document.querySelectorAll('body *')) {
  const own = [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
  const box = node.getBoundingClientRect();
  if (!own || node.closest('svg, .unseen, .skip, [hidden], pre[aria-hidden]') || box.width < 2) continue;
  const style = getComputedStyle(node);
  if (style.color === 'rgba(0, 0, 0, 0)' || style.opacity < .9) continue;
  const pair = [light(style.color), light(behind(node))].sort((a, b) => b - a);
  const ratio = (pair[0] + .05) / (pair[1] + .05);
  if (ratio < 4.5) poor.push(`${node.tagName}.${node.className} ${node.textContent.trim().slice(0, 30)} ${ratio.toFixed(2)}`);
}
return poor;
"""  # noqa: E501 - a script

UNNAMED = """
const name = (node) => (node.getAttribute('aria-label') || node.textContent || node.title || '').trim()
  || [...(node.labels || [])].map((one) => one.textContent).join('').trim();
const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
return [
  ...[...document.querySelectorAll('a[href], button, summary, input:not([type=hidden]), textarea')]
    .filter((node) => !name(node)).map((node) => 'no name: ' + node.outerHTML.slice(0, 80)),
  ...[...document.querySelectorAll('img:not([alt])')].map((node) => 'no alt: ' + node.outerHTML),
  ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => 'twice: ' + id),
  ...[...document.querySelectorAll('[aria-labelledby], [aria-controls]')]
    .filter((node) => !document.getElementById(node.getAttribute('aria-labelledby') || node.getAttribute('aria-controls')))
    .map((node) => 'leads nowhere: ' + node.outerHTML.slice(0, 80)),
  ...(document.querySelectorAll('main').length === 1 ? [] : ['not one main']),
  ...(document.documentElement.lang ? [] : ['no language']),
];
"""  # noqa: E501 - a script


@pytest.mark.parametrize("name", PATHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_read_it(on_page: Browser, server: Served, name: str, scheme: str) -> None:
    media(on_page, scheme)
    on_page.get(server.url + PATHS[name])

    assert on_page.execute_script(CONTRAST) == []
    assert on_page.execute_script(UNNAMED) == []


def test_it_works_without_its_script(on_page: Browser, server: Served) -> None:
    from selenium.webdriver import Keys

    on_page.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        on_page.get(server.url)
        box = found(on_page, "#question")[0]
        box.send_keys(QUESTION, Keys.ENTER)
        waited(on_page, "Christopher Nolan", "h3")
        found(on_page, "details.readings summary")[0].click()
        assert found(on_page, "details.readings[open] a")
    finally:
        on_page.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


REACHABLE = """
const wanted = 'a[href], button, summary, input:not([type=hidden]), textarea, [tabindex="0"]';
const all = [...document.querySelectorAll(wanted)].filter((node) => node.checkVisibility());
all.forEach((node, at) => { node.dataset.at = at; });
document.body.tabIndex = -1;
document.body.focus();
document.body.removeAttribute('tabindex');
return all.map((node) => node.tabIndex);
"""
FOCUSED = """
const node = document.activeElement;
if (!node.dataset.at) return null;
const look = (of) => { const s = getComputedStyle(of); return [s.outline, s.border, s.boxShadow].join(); };
const around = node.closest('.field, .code') || node;
const before = [look(node), look(around)];
const box = node.getBoundingClientRect();
node.blur();
const differs = look(node) !== before[0] || look(around) !== before[1];
node.focus({preventScroll: true});
const isThere = box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight;
return [Number(node.dataset.at), differs, isThere, node.outerHTML.slice(0, 90)];
"""  # noqa: E501 - a script


@pytest.mark.parametrize("name", PATHS)
@pytest.mark.parametrize("width", [1280, 390])
def test_tab_reaches_all_there_is_in_its_order_and_shows_where_it_is(
    on_page: Browser, server: Served, name: str, width: int
) -> None:
    from selenium.webdriver import Keys

    sized(on_page, width, 900)
    on_page.get(server.url + PATHS[name])
    orders = on_page.execute_script(REACHABLE)
    reached = []
    for _ in orders:
        typed(on_page, Keys.TAB)
        reached.append(on_page.execute_script(FOCUSED))

    assert set(orders) == {0}  # nothing jumps the queue, nothing is left out
    assert [one and one[0] for one in reached] == list(range(len(orders)))
    assert [one for one in reached if not (one[1] and one[2])] == []
    on_page.switch_to.active_element.send_keys(Keys.SHIFT, Keys.TAB)
    assert on_page.execute_script(FOCUSED)[0] == len(orders) - 2


def test_a_mistake_has_the_focus_in_its_editor(on_page: Browser) -> None:
    from selenium.webdriver import ActionChains, Keys

    found(on_page, "#algebra")[0].click()
    typed(on_page, "P57(Q25191[P577 >")
    ActionChains(on_page).key_down(Keys.CONTROL).send_keys(Keys.ENTER).key_up(
        Keys.CONTROL
    ).perform()
    waited(on_page, "ends too early", "#mistake")
    focused(on_page, "algebra")
    assert found(on_page, ".t-wrong")
    typed(on_page, " 2010])")
    assert not found(on_page, ".t-wrong")


def test_the_menu_of_a_part_closes_where_anything_else_is_clicked(on_page: Browser) -> None:
    from selenium.webdriver import Keys

    typed(on_page, QUESTION, Keys.ENTER)
    waited(on_page, "Christopher Nolan", "h3")
    chips = found(on_page, "details.chip summary")
    chips[0].click()
    chips[1].click()
    assert len(found(on_page, "details.chip[open]")) == 1
    typed(on_page, Keys.ESCAPE)
    assert not found(on_page, "details.chip[open]")
    chips[0].click()
    found(on_page, "footer")[0].click()
    assert not found(on_page, "details.chip[open]")


def test_a_slow_question_can_be_cancelled(on_page: Browser) -> None:
    on_page.execute_script(
        "document.getElementById('sparql').value = arguments[0];"
        "document.getElementById('sparql').form.requestSubmit()",
        "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }",
    )
    waited(on_page, "Cancel", "#progress")
    found(on_page, "#cancel")[0].click()
    assert not found(on_page, "#progress")[0].is_displayed()
    assert "sparql=" not in on_page.current_url


AXE = os.environ.get("AXE_CORE", "")
CHECK = (
    "const done = arguments[0]; axe.run().then(found => done(found.violations.map(one => one.id)))"
)
PAGES = (
    "/",
    "/?question=Who+directed+Inception%3F",
    "/?question=Which+films+did+Christopher+Nolan+direct%3F",
    "/?question=Who+directed+Whiplash%3F",
    "/?question=Who+is+the+mayor+of+Xyzzytown%3F",
    "/?question=What+is+Mercury%3F",
    "/?algebra=%5EP625(type(Q515))",
    "/?algebra=%5EP2044(type(Q8502))",
    "/?sparql=SELECT+%3Fx+%7B+%3Fx+wdt%3AP57+wd%3AQ25191+%7D",
    "/entity/Q25188",
    "/entity/P57",
    "/store",
)


@pytest.mark.skipif(not AXE, reason="AXE_CORE does not name axe.min.js: npm install axe-core")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing_that_keeps_people_out(
    browser: Browser, server: Served, width: int, scheme: str
) -> None:
    sized(browser, width, 900)
    media(browser, scheme)
    script, told = Path(AXE).read_text(encoding="utf-8"), {}
    for page in PAGES:
        browser.get(server.url.rstrip("/") + page)
        browser.execute_script(script)
        told[page] = browser.execute_async_script(CHECK)

    assert {page: ids for page, ids in told.items() if ids} == {}
