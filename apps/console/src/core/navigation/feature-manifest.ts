import type { IconName } from '@gwanje/ui/icon';
import type { ReactNode } from 'react';
import type { PlainKey } from '../i18n/i18n.ts';

/** Ids that an address carries in its query. */
export type IdName =
  | 'hostId'
  | 'nodeId'
  | 'nodeHistoryId'
  | 'podId'
  | 'containerId'
  | 'volumeId'
  | 'pvcId'
  | 'metaGroupId'
  | 'subGroupId'
  | 'alarmTemplateId';

/** Where the command palette and the header's settings menu offer a page. */
export const menuSections = [
  'page',
  'settingsMonitoring',
  'settingsAlarm',
  'settingsAccess',
  'settingsLook',
  'settingsSystem',
] as const;
export type MenuSection = (typeof menuSections)[number];

export interface RouteDeclaration {
  readonly path: string;
  /** Kept as data: a role-2 user may not open a route whose name contains 'setting'. */
  readonly name: string;
  readonly titleKey: PlainKey;
  /** Reloads at the interval set in the header. */
  readonly refreshes?: boolean;
  /** Without these the page cannot be shown; a missing hostId alone is filled with the first cluster. */
  readonly needs?: readonly IdName[];
  /** May be absent, but must be an id if present; of a cluster, one in the list. */
  readonly accepts?: readonly IdName[];
  /** Opens with an empty state where the selected groups have no cluster. */
  readonly worksWithoutClusters?: boolean;
  /** Absent: reached from other pages alone. */
  readonly menu?: { readonly section: MenuSection; readonly icon: IconName };
  /** A window of its own: no header, no footer. */
  readonly isBare?: boolean;
  /** Opens before anybody is signed in. */
  readonly isOpen?: boolean;
  readonly load: () => Promise<{ readonly Page: () => ReactNode }>;
}

export interface RedirectDeclaration {
  readonly path: string;
  readonly name: string;
  /** A path; the query is kept. */
  readonly redirectTo: string;
}

/** Stands around every page below a path, whichever feature it is of, and stays while one goes from page to page. */
export interface LayoutDeclaration {
  readonly under: string;
  readonly load: () => Promise<{ readonly Layout: (props: { readonly children: ReactNode }) => ReactNode }>;
}

export interface FeatureManifest {
  readonly name: string;
  readonly layout?: LayoutDeclaration;
  readonly routes: readonly (RouteDeclaration | RedirectDeclaration)[];
}

export function isRedirect(route: RouteDeclaration | RedirectDeclaration): route is RedirectDeclaration {
  return 'redirectTo' in route;
}
