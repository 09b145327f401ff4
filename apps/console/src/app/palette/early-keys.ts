interface EarlyKeys {
  /** Returns the typed text and stops catching keys. */
  take(): string;
  stop(): void;
}

/** Catches the keys that the user types before the palette's input exists. */
export function catchKeys(onEscape: () => void): EarlyKeys {
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

  function stop(): void {
    window.removeEventListener('keydown', onKeyDown, true);
    window.removeEventListener('pointerdown', stop, true);
  }

  window.addEventListener('keydown', onKeyDown, true);
  // After a click the user types elsewhere.
  window.addEventListener('pointerdown', stop, true);
  return {
    take() {
      stop();
      return letters.splice(0).join('');
    },
    stop,
  };
}
