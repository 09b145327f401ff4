import type { KindKey, kinds } from '@gwanje/kinds/registry';
import type { IconName } from '@gwanje/ui/icon';
import type { ReactNode } from 'react';
import type { PlainKey } from '../i18n/i18n.ts';
import type { routes } from '../i18n/route-messages.ko.ts';
import type { AddressText } from './use-address.ts';

/** Ids that an address carries in its query. */
export type IdName =
  | (typeof kinds)[KindKey]['idName']
  | 'nodeHistoryId'
  | 'metaGroupId'
  | 'subGroupId'
  | 'alarmTemplateId'
  | 'dutyRotaId'
  | 'handoverId';

/** The entry of a page in the command palette and the settings menu of the header. */
export const menuSections = [
  'page',
  'settingsMonitoring',
  'settingsAlarm',
  'settingsAccess',
  'settingsLook',
  'settingsSystem',
] as const;
export type MenuSection = (typeof menuSections)[number];

/** Tabs above the pages about a whole cluster that hold several lists. */
export type TabGroup = 'network' | 'policy';

/** A role-2 user may not open a route whose name contains 'setting'. The default title is the message of its name. */
type NamedRoute =
  | { readonly name: keyof typeof routes; readonly titleKey?: PlainKey }
  | { readonly name: string; readonly titleKey: PlainKey };

export type RouteDeclaration = NamedRoute & RouteOptions;

export function titleKeyOf({ name, titleKey }: { name: string; titleKey?: PlainKey | undefined }): PlainKey {
  return titleKey ?? `routes.${name as keyof typeof routes}`;
}

interface RouteOptions {
  readonly path: string;
  /** The label of its tab above the pages about a whole cluster. Absent: the page has no tab there. */
  readonly clusterTab?: PlainKey;
  /** The tab is an entry of the menu of this group. */
  readonly clusterTabGroup?: TabGroup;
  /** Reloads at the interval set in the header. */
  readonly refreshes?: boolean;
  /** Required ids. If hostId is the only one and is missing, the first cluster is used. */
  readonly needs?: readonly IdName[];
  /** True: the first cluster is one whose settings the user may change, if there is one. */
  readonly prefersManaged?: boolean;
  /** Optional ids. If present they must be valid, and a hostId must be a visible cluster. */
  readonly accepts?: readonly IdName[];
  /** True: without clusters the page opens with an empty state. */
  readonly worksWithoutClusters?: boolean;
  /** Absent: only other pages link to it. */
  readonly menu?: { readonly section: MenuSection; readonly icon: IconName };
  /** Opens in a separate window without header and footer. */
  readonly isBare?: boolean;
  /** Opens without a login. */
  readonly isOpen?: boolean;
  readonly load: () => Promise<{ readonly Page: () => ReactNode }>;
}

export interface RedirectDeclaration extends Pick<RouteOptions, 'path' | 'needs' | 'prefersManaged'> {
  readonly name: string;
  /** The title while the target is being found. */
  readonly titleKey?: PlainKey;
  /** A path, or a function that finds it after the ids of the query are checked. The query is kept. */
  readonly redirectTo: string | ((search: AddressText) => Promise<string>);
}

/** A frame around every page below a path, of any feature; it stays mounted while the user changes pages. */
export interface LayoutDeclaration {
  readonly under: string;
  readonly load: () => Promise<{ readonly Layout: (props: { readonly children: ReactNode }) => ReactNode }>;
}

export interface FeatureManifest {
  readonly name: string;
  /** Registers the feature's messages; every page of the feature loads with them. */
  readonly messages?: () => Promise<unknown>;
  readonly layout?: LayoutDeclaration;
  readonly routes: readonly (RouteDeclaration | RedirectDeclaration)[];
}

export function isRedirect(route: RouteDeclaration | RedirectDeclaration): route is RedirectDeclaration {
  return 'redirectTo' in route;
}
