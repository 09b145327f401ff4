// Runs in the browser: records the focused element at each press of Tab, until no element has the focus.
(() => {
  const CONTROLS =
    'a[href], button, input, select, textarea, summary, [tabindex], [role=button], [role=link]';
  // Tab stops at one of their elements; arrow keys lead to the others.
  const COMPOSITES =
    '[role=grid], [role=tree], [role=treegrid], [role=tablist], [role=toolbar], [role=menubar], [role=radiogroup], [role=listbox]';
  const seen = new Set();
  const stops = [];
  let start = document.documentElement;
  let last = null;
  let hasBegun = false;
  let isOver = false;

  function isShown(element) {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 0 &&
      height > 0 &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('[inert], [aria-hidden=true]')
    );
  }

  function isBefore(element) {
    return (start.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  }

  function nameOf(element) {
    return `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)}`;
  }

  function note({ key }) {
    if (key !== 'Tab' || isOver) return;
    const element = document.activeElement;
    const isNowhere = element === null || element === document.body;
    isOver = hasBegun && isNowhere;
    hasBegun = true;
    // A date and time field has a tab stop for each of its parts.
    if (isNowhere || (element === last && element.type?.startsWith('date'))) return;
    last = element;
    const { width, height, top, bottom } = element.getBoundingClientRect();
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    stops.push({
      name: nameOf(element),
      isAgain: seen.has(element),
      isVisible: width > 0 && height > 0 && bottom > 0 && top < innerHeight,
      // A field shows its caret and border colour instead of an outline.
      isMarked:
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) ||
        element.matches('input, select, textarea'),
    });
    seen.add(element);
  }

  function isReached(element) {
    if (seen.has(element)) return true;
    if (element.type === 'radio')
      return [...seen].some(({ type, name }) => type === 'radio' && name === element.name);
    // Arrow keys also move between the rows of a plain table, and Enter opens the link of a row.
    const row = element.matches('tr, a[tabindex="-1"]') ? element.closest('tr[tabindex]') : null;
    const composite = row ? row.parentElement : element.closest(COMPOSITES);
    return composite !== null && [...seen].some((stop) => composite.contains(stop));
  }

  window.tabWalk?.end();
  window.tabWalk = {
    get isOver() {
      return isOver;
    },
    begin(selector) {
      start = document.querySelector(selector);
      addEventListener('keydown', note, true);
      // Focus and blur make the next Tab start here, not at the element that had the focus before.
      const tabIndex = start.getAttribute('tabindex');
      start.tabIndex = -1;
      start.focus({ preventScroll: true });
      start.blur();
      if (tabIndex === null) start.removeAttribute('tabindex');
    },
    // Also returns controls that work by pointer only.
    end() {
      removeEventListener('keydown', note, true);
      const controls = [...document.querySelectorAll(CONTROLS)].filter(
        (element) => !element.disabled && element.type !== 'hidden' && isShown(element) && !isBefore(element),
      );
      const missed = controls.filter((element) => !element.matches('main, h1') && !isReached(element));
      const pointedAt = [...document.querySelectorAll('main *')].filter(
        (element) =>
          getComputedStyle(element).cursor === 'pointer' &&
          !element.closest(`${CONTROLS}, ${COMPOSITES}, label`) &&
          isShown(element),
      );
      return { stops, missed: [...missed, ...pointedAt].map(nameOf) };
    },
  };
})();
