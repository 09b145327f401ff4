export interface Navigation {
  /** Opens a path with its query inside the console; the router replaces this function when it starts. */
  readonly toAddress: (address: string) => void | Promise<void>;
  /** To another site, by a full load. */
  readonly leaveTo: (url: string) => void;
  /** Reloads the current address. */
  readonly reload: () => void;
}

let navigation: Navigation = {
  toAddress: (address) => window.location.assign(address),
  leaveTo: (url) => window.location.assign(url),
  reload: () => window.location.reload(),
};

export function setNavigation(ways: Partial<Navigation>): void {
  navigation = { ...navigation, ...ways };
}

export async function navigateTo(address: string): Promise<void> {
  await navigation.toAddress(address);
}

export function leaveTo(url: string): void {
  navigation.leaveTo(url);
}

export function reloadPage(): void {
  navigation.reload();
}
