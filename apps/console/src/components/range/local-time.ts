/** The value of a `datetime-local` field, in the browser's zone. */
export function localTimeText(instantMs: number): string {
  const date = new Date(instantMs);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(
    date.getHours(),
  )}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** The instant of the field; undefined if it is empty or incomplete. */
export function instantOfLocal(text: string): string | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?/.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second = '0'] = match.map(Number);
  const date = new Date(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number.isNaN(Number(second)) ? 0 : Number(second),
  );
  return Number.isNaN(date.getTime()) || date.getTime() < 0 ? undefined : date.toISOString();
}
