export interface Navigation {
  /** Inside the console; the router takes this over once it is there. */
  readonly toPath: (path: string) => void | Promise<void>;
  /** To another site, by a full load. */
  readonly leaveTo: (url: string) => void;
}

let navigation: Navigation = {
  toPath: (path) => window.location.assign(path),
  leaveTo: (url) => window.location.assign(url),
};

export function setNavigation(ways: Partial<Navigation>): void {
  navigation = { ...navigation, ...ways };
}

export async function navigateTo(path: string): Promise<void> {
  await navigation.toPath(path);
}

export function leaveTo(url: string): void {
  navigation.leaveTo(url);
}
