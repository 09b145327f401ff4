/** Collects the keys that the user types before the palette's input exists. */
export function catchKeys(onEscape: () => void) {
  const letters: string[] = [];

  function onKeyDown(event: KeyboardEvent): void {
    // Keys of an input method and shortcuts are not text.
    if (event.isComposing || event.key === 'Process') return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') onEscape();
    else if (event.key === 'Backspace') letters.pop();
    else if ([...event.key].length === 1) letters.push(event.key);
    // Enter must not reach the page behind.
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  const ending = new AbortController();
  const options = { capture: true, signal: ending.signal };
  const stop = () => ending.abort();
  window.addEventListener('keydown', onKeyDown, options);
  // After a click the user types into another element.
  window.addEventListener('pointerdown', stop, options);
  return {
    /** Returns the collected text and stops collecting. */
    take() {
      stop();
      return letters.splice(0).join('');
    },
    stop,
  };
}
