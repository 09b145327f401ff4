import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import type { IconName } from '@gwanje/ui/icon';
import type { ReactNode } from 'react';
import type { FieldErrors } from '#components/forms/field-errors.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';
import type { Words } from '#entities/dashboard/model/words.ts';
import type { Size } from '../model/layout.ts';

/** Saved settings, or those of a form while the user types. Each kind reads the fields it knows. */
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

/** One kind of widget: each file of `widgets/` exports one for the registry. */
export interface WidgetKind {
  readonly nameKey: PlainKey;
  readonly aboutKey: PlainKey;
  readonly icon: IconName;
  readonly size: Size;
  /** The minimum size: a smaller widget would show nothing. */
  readonly least: Size;
  /** The settings to save: all valid, without fields of other kinds. */
  readonly clean: (settings: Settings) => Settings;
  readonly faults: (settings: Settings) => FieldErrors<string>;
  /** The name of a widget without a title. */
  readonly title: (settings: Settings, words: Words) => string;
  readonly View: (props: ViewProps) => ReactNode;
  readonly Fields: (props: FieldsProps) => ReactNode;
}
