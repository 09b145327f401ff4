interface EarlyKeys {
  /** What was typed so far; from then on the keys go where they belong. */
  take(): string;
  stop(): void;
}

/** Keeps what is typed on the way to a field that is not there yet; nothing else on the page gets those keys. */
export function catchKeys(onEscape: () => void): EarlyKeys {
  const letters: string[] = [];

  function onKeyDown(event: KeyboardEvent): void {
    // What an input method puts together is its own until it is done; shortcuts are no text.
    if (event.isComposing || event.key === 'Process') return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') onEscape();
    else if (event.key === 'Backspace') letters.pop();
    else if ([...event.key].length === 1) letters.push(event.key);
    // There is nothing to choose from yet, and the page behind is not meant.
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  function stop(): void {
    window.removeEventListener('keydown', onKeyDown, true);
    window.removeEventListener('pointerdown', stop, true);
  }

  window.addEventListener('keydown', onKeyDown, true);
  // Whoever goes on with the pointer means to type there.
  window.addEventListener('pointerdown', stop, true);
  return {
    take() {
      stop();
      return letters.splice(0).join('');
    },
    stop,
  };
}
