const TABBABLE = 'button:not(:disabled), a[href], input:not(:disabled), [tabindex]:not([tabindex="-1"])';

/** Keys do not reach the page below. Enter does nothing while it ends a Korean syllable or is held down. */
export function handleDialogKey(
  event: KeyboardEvent,
  frame: HTMLElement,
  kind: 'alert' | 'confirm',
  accept: () => void,
): void {
  event.stopPropagation();
  if (event.key === 'Tab') keepInside(event, frame);
  if (event.key === 'Escape') event.preventDefault();
  if (event.key !== 'Enter' && event.keyCode !== 229) return;
  if (isComposing(event) || event.repeat) {
    event.preventDefault();
  } else if (kind === 'alert') {
    event.preventDefault();
    accept();
  }
}

/** Safari ends the composition before it reports the key; only key code 229 shows it. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

function keepInside(event: KeyboardEvent, frame: HTMLElement): void {
  const stops = [...frame.querySelectorAll<HTMLElement>(TABBABLE)];
  const at = stops.findIndex((stop) => stop.matches(':focus'));
  const next = stops.at(event.shiftKey ? Math.max(at, 0) - 1 : (at + 1) % stops.length);
  event.preventDefault();
  next?.focus();
}
