/**
 * The same keys, any words: a translation with a key too few or too many does not compile. What has a `{{cnt}}` may have
 * other words for one, `pods_one` beside `pods`, in languages that need them.
 */
export type SameKeys<Messages> = {
  readonly [Key in keyof Messages]: Messages[Key] extends string ? string : SameKeys<Messages[Key]>;
} & {
  readonly [Key in keyof Messages & string as Messages[Key] extends `${string}{{cnt}}${string}`
    ? `${Key}_one`
    : never]?: string;
};

/** `header.dashboard` for `{ header: { dashboard: '…' } }`. */
export type KeysOf<Messages> = {
  [Key in keyof Messages & string]: Messages[Key] extends string ? Key : `${Key}.${KeysOf<Messages[Key]>}`;
}[keyof Messages & string];

export type MessageAt<Messages, Key extends string> = Key extends keyof Messages
  ? Messages[Key]
  : Key extends `${infer Head}.${infer Rest}`
    ? Head extends keyof Messages
      ? MessageAt<Messages[Head], Rest>
      : never
    : never;

/** The names in `{{name}}`. */
export type PlaceholdersIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never;
