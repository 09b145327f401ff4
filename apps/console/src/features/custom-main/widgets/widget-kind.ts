import type { ClusterName } from '@gwanje/contract/clusters';
import type { IconName } from '@gwanje/ui/icon';
import type { ReactNode } from 'react';
import type { FieldErrors } from '#components/forms/field-errors.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';
import type { Words } from '#entities/dashboard/model/words.ts';
import type { Size } from '../model/layout.ts';

/** As kept, and as a form has them while they are typed: each kind reads of them what it understands. */
export type Settings = Readonly<Record<string, unknown>>;

export interface ViewProps {
  readonly settings: Settings;
  readonly title: string;
  readonly clusters: readonly ClusterName[];
}

export interface FieldsProps {
  readonly settings: Settings;
  readonly clusters: readonly ClusterName[];
  readonly faults: FieldErrors<string>;
  readonly onChange: (patch: Settings) => void;
}

/** One kind of widget: what a file of `widgets/` gives to the registry. */
export interface WidgetKind {
  readonly nameKey: PlainKey;
  readonly aboutKey: PlainKey;
  readonly icon: IconName;
  readonly size: Size;
  /** Smaller, it would show nothing. */
  readonly least: Size;
  /** What is to be kept of settings: all of it valid, nothing that belongs to others. */
  readonly clean: (settings: Settings) => Settings;
  readonly faults: (settings: Settings) => FieldErrors<string>;
  /** What it is called where nobody has given it a name. */
  readonly title: (settings: Settings, words: Words) => string;
  readonly View: (props: ViewProps) => ReactNode;
  readonly Fields: (props: FieldsProps) => ReactNode;
}
