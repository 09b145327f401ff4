type ReferrerOfLink = 'same-origin' | 'origin';

let navigation = {
  /** Opens a path with its query inside the console; the router replaces this function when it starts. */
  toAddress: (address: string): void | Promise<void> => window.location.assign(address),
  /** To another site, by a full load. */
  leaveTo: (url: string, referrerPolicy: ReferrerOfLink): void => {
    Object.assign(document.createElement('a'), { href: url, referrerPolicy }).click();
  },
  /** Reloads the current address. */
  reload: () => window.location.reload(),
};
export type Navigation = typeof navigation;

export function setNavigation(ways: Partial<Navigation>): void {
  navigation = { ...navigation, ...ways };
}

export async function navigateTo(address: string): Promise<void> {
  await navigation.toAddress(address);
}

export function leaveTo(url: string, referrerPolicy: ReferrerOfLink = 'same-origin'): void {
  navigation.leaveTo(url, referrerPolicy);
}

export function reloadPage(): void {
  navigation.reload();
}
