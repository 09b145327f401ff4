export const defaultExpandOptions = { isStatusBoxExpand: true, isPlatformExpand: true, isAzureExpand: true };
export type ExpandOptions = Readonly<typeof defaultExpandOptions>;

/** The options stored in the session. A value that is not a boolean becomes the default. */
export function resolveExpandOptions(stored: unknown): ExpandOptions {
  const options = { ...defaultExpandOptions };
  for (const [key, value] of Object.entries(Object(stored)))
    if (Object.hasOwn(options, key) && typeof value === 'boolean')
      options[key as keyof ExpandOptions] = value;
  return options;
}
