export const defaultExpandOptions = {
  isStatusBoxExpand: true,
  isPlatformExpand: true,
  isAzureExpand: true,
} as const satisfies Record<string, boolean>;

export type ExpandOptions = Readonly<Record<keyof typeof defaultExpandOptions, boolean>>;

/** The options stored in the session. A value that is not a boolean becomes the default. */
export function resolveExpandOptions(stored: unknown): ExpandOptions {
  const kept: { readonly [Key in keyof ExpandOptions]?: unknown } =
    typeof stored === 'object' && stored !== null ? stored : {};
  return {
    isStatusBoxExpand: booleanOr(kept.isStatusBoxExpand, defaultExpandOptions.isStatusBoxExpand),
    isPlatformExpand: booleanOr(kept.isPlatformExpand, defaultExpandOptions.isPlatformExpand),
    isAzureExpand: booleanOr(kept.isAzureExpand, defaultExpandOptions.isAzureExpand),
  };
}

function booleanOr(value: unknown, fallback: boolean): boolean {
  return typeof value === 'boolean' ? value : fallback;
}
