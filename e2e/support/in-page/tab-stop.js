// Runs in the browser: what has the focus, whether it is seen, and whether it had it before; null where nothing has.
(() => {
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  window.tabStops ??= new Set();
  const isAgain = window.tabStops.has(element);
  window.tabStops.add(element);
  const { width, height, top, bottom } = element.getBoundingClientRect();
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return {
    name: `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)}`,
    isAgain,
    isInSight: width > 0 && height > 0 && bottom > 0 && top < innerHeight,
    // A field shows its caret and the colour of its border instead.
    isMarked:
      (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) ||
      element.matches('input, select, textarea'),
  };
})();
