/** PostgreSQL stores neither U+0000 nor half a surrogate pair, not even in JSON. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}

/** Every text in it, keys included. Of what a schema has let through: it is as deep as the schema. */
export function cleanTexts<Value>(value: Value): Value {
  return cleaned(value) as Value;
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleanText(key), cleaned(inner)]));
}
