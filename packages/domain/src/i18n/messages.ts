import type { Language } from './language.ts';

/**
 * Message catalogues: nested objects of texts with `{{name}}` placeholders, one per language with the same
 * keys, in `<area>-messages.ko.ts` and `<area>-messages.en.ts`. The console, the server and the login site use this
 * shape. Only the label of a definition (a kind, an alarm item, a mapped value) stands beside it as `{ ko, en }`.
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
type KeysOf<Original> = {
  [Key in keyof Original & string]: Original[Key] extends string ? Key : `${Key}.${KeysOf<Original[Key]>}`;
}[keyof Original & string];

type MessageAt<Original, Key extends string> = Key extends keyof Original
  ? Original[Key]
  : Key extends `${infer Head}.${infer Rest}`
    ? Head extends keyof Original
      ? MessageAt<Original[Head], Rest>
      : never
    : never;

/** The names in `{{name}}`. */
type PlaceholdersIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never;

/** Keys of messages without values, e.g. for titles stored as data. */
export type PlainKeysOf<Original> = {
  [Key in KeysOf<Original>]: [PlaceholdersIn<MessageAt<Original, Key>>] extends [never] ? Key : never;
}[KeysOf<Original>];

type ValuesOf<Text> = [PlaceholdersIn<Text>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceholdersIn<Text>, string | number>>];

/** The message of a key. The compiler reports an unknown key, a missing value and a value too many. */
export type Translate<Original> = <Key extends KeysOf<Original>>(
  key: Key,
  ...values: ValuesOf<MessageAt<Original, Key>>
) => string;

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

/** The messages of a program that loads both languages at its start. */
export function translators<Original extends Messages>(
  ko: Original,
  en: SameKeys<Original> & Messages,
): Readonly<Record<Language, Translate<Original>>> {
  return { ko: translator<Original>(ko), en: translator<Original>(en) };
}

function translator<Original>(messages: Messages): Translate<Original> {
  const byKey = new Map<string, string>();
  addToCatalogue(byKey, messages);
  return (key: string, ...[values]: readonly (MessageValues | undefined)[]) => {
    const message = messageFor(byKey, key, values) ?? key;
    return values ? fillMessage(message, values) : message;
  };
}
