/** PostgreSQL stores neither U+0000 nor half a surrogate pair, not even in JSON. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}

/** Cleans every text in a value, including keys. The schema limits its depth. */
export function cleanTexts<Value>(value: Value): Value {
  return cleaned(value) as Value;
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleanText(key), cleaned(inner)]));
}
