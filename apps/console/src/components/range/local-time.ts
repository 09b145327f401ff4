/** The value of a `datetime-local` field, in the browser's zone. */
export function localTimeText(instantMs: number): string {
  const offsetMs = new Date(instantMs).getTimezoneOffset() * 60_000;
  return new Date(instantMs - offsetMs).toISOString().slice(0, 19);
}

/** The instant of the field; undefined if it is empty or incomplete. */
export function instantOfLocal(text: string): string | undefined {
  // A text with a time but without a zone is local time.
  const instantMs = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return instantMs >= 0 ? new Date(instantMs).toISOString() : undefined;
}
