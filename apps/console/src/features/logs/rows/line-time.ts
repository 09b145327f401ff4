/** `07-14`, of the browser's zone. */
export function dayOf(ms: number): string {
  const date = new Date(ms);
  return `${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** `20:31:05.123`, of the browser's zone. */
export function timeOf(ms: number): string {
  const date = new Date(ms);
  const seconds = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => pad(part)).join(':');
  return `${seconds}.${pad(date.getMilliseconds(), 3)}`;
}

function pad(value: number, digits = 2): string {
  return String(value).padStart(digits, '0');
}
