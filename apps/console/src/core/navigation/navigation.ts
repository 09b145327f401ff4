export interface Navigation {
  /** Inside the console, a path with its query; the router takes this over once it is there. */
  readonly toAddress: (address: string) => void | Promise<void>;
  /** To another site, by a full load. */
  readonly leaveTo: (url: string) => void;
  /** The present address once more, by a full load. */
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
