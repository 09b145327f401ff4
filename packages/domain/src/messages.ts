/**
 * Message catalogues: nested objects of texts with `{{name}}` placeholders, one per language with the same
 * keys. The console, the server, the login site and the agent use this shape.
 */
export interface Messages {
  readonly [key: string]: string | Messages | undefined;
}

/**
 * The type of a translation: the compiler reports a missing or extra key. A message with `{{cnt}}` may have a
 * singular form: `pods_one` for `pods`.
 */
export type SameKeys<Original> = {
  readonly [Key in keyof Original]: Original[Key] extends string ? string : SameKeys<Original[Key]>;
} & {
  readonly [Key in keyof Original & string as Original[Key] extends `${string}{{cnt}}${string}`
    ? `${Key}_one`
    : never]?: string;
};

/** `header.dashboard` for `{ header: { dashboard: '…' } }`. */
export type KeysOf<Original> = {
  [Key in keyof Original & string]: Original[Key] extends string ? Key : `${Key}.${KeysOf<Original[Key]>}`;
}[keyof Original & string];

export type MessageAt<Original, Key extends string> = Key extends keyof Original
  ? Original[Key]
  : Key extends `${infer Head}.${infer Rest}`
    ? Head extends keyof Original
      ? MessageAt<Original[Head], Rest>
      : never
    : never;

/** The names in `{{name}}`. */
export type PlaceholdersIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never;

export type MessageValues = Readonly<Record<string, string | number>>;

/** Adds all messages to `byKey` under keys such as `header.dashboard`. */
export function addToCatalogue(byKey: Map<string, string>, messages: Messages, prefix = ''): void {
  for (const [name, message] of Object.entries(messages)) {
    const key = prefix === '' ? name : `${prefix}.${name}`;
    if (typeof message === 'string') byKey.set(key, message);
    else if (message) addToCatalogue(byKey, message, key);
  }
}

/** The message of a key; its singular if `cnt` is 1. */
export function messageFor(
  byKey: ReadonlyMap<string, string>,
  key: string,
  values?: MessageValues,
): string | undefined {
  const singular =
    values?.cnt !== undefined && Number(values.cnt) === 1 ? byKey.get(`${key}_one`) : undefined;
  return singular ?? byKey.get(key);
}

export function fillMessage(message: string, values: MessageValues): string {
  return message.replace(/{{(\w+)}}/g, (_, name: string) => String(values[name] ?? ''));
}
