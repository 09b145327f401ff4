import type { ObjectType } from '@gwanje/contract/dashboard/dashboard-options';
import { objectTypeKey } from '@gwanje/domain/dashboard/options';
import { labelOf } from '@gwanje/domain/mappings/labels';
import type { IconName } from '@gwanje/ui/icon';
import type { ReactNode } from 'react';
import { z } from 'zod';
import type { FieldErrors } from '#components/forms/field-errors.ts';
import type { PlainKey, Texts } from '#core/i18n/i18n.ts';
import type { Settings } from '../model/boards.ts';
import type { Size } from '../model/layout.ts';
import { type Chosen, ClusterList } from './chosen-clusters.ts';

export interface WidgetChoice {
  /** The setting that the choice changes. */
  readonly name: string;
  readonly labelKey: PlainKey;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** Other settings that a new choice changes too. */
  readonly resets?: Settings;
}

export function objectTypeChoice(
  name: string,
  types: readonly ObjectType[],
  { language }: Texts,
): WidgetChoice {
  const choices = types.map((value) => ({ value, label: labelOf(objectTypeKey(value), language) }));
  return { name, labelKey: 'dashboard.objectType', choices };
}

interface ForEveryKind {
  /** The name of the kind, also the key of its messages. */
  readonly name: 'counts' | 'tileMap' | 'top' | 'chart' | 'clusterCards' | 'alarmFeed';
  readonly icon: IconName;
  readonly size: Size;
  /** The minimum size: a smaller widget would show nothing. */
  readonly minSize: Size;
  /** The field of the setting `cnt`, from 1 to `most`. */
  readonly count?: { readonly labelKey: PlainKey; readonly most: number };
  /** A checkbox. `isOffered`: with other settings it has no effect. */
  readonly flag?: {
    readonly name: string;
    readonly labelKey: PlainKey;
    readonly isOffered?: (settings: Settings) => boolean;
  };
}

export interface WidgetViewProps<Own> {
  /** The settings of the widget. */
  readonly own: Own;
  readonly chosen: Chosen;
  readonly title: string;
}

interface WidgetDeclaration<Own> extends ForEveryKind {
  /** Makes valid settings of any saved value, without fields of other kinds. */
  readonly parse: (settings: Settings) => Own;
  /** The choices of the settings dialog. Every dialog ends with the clusters. */
  readonly choices?: (own: Own, texts: Texts) => readonly WidgetChoice[];
  /** The name of a widget without a title; default: the name of the kind. */
  readonly title?: (own: Own, texts: Texts) => string;
  /** The content, rendered while at least one of the widget's clusters is visible. */
  readonly View: (props: WidgetViewProps<Own>) => ReactNode;
}

/** One kind of widget for the registry. */
export interface WidgetKind extends ForEveryKind {
  /** The settings to save. */
  readonly clean: (settings: Settings) => Settings;
  readonly fieldErrors: (settings: Settings) => FieldErrors<'cnt'>;
  readonly choices: (settings: Settings, texts: Texts) => readonly WidgetChoice[];
  readonly title: (settings: Settings, texts: Texts) => string;
  /** Parses the settings once, for all renderings with them. */
  readonly rendererOf: (settings: Settings) => (props: Omit<WidgetViewProps<never>, 'own'>) => ReactNode;
}

export function defineWidget<Own extends { readonly clusterList: readonly number[] }>(
  declaration: WidgetDeclaration<Own>,
): WidgetKind {
  const { parse, choices, title: titleOf, View, ...rest } = declaration;
  const { name, count } = rest;
  return {
    ...rest,
    clean: (settings) => ({ ...parse(settings) }),
    fieldErrors: ({ cnt }) =>
      !count || countSchema(count.most).safeParse(cnt).success ? {} : { cnt: 'customMain.countError' },
    choices: (settings, texts) => choices?.(parse(settings), texts) ?? [],
    title: (settings, texts) => titleOf?.(parse(settings), texts) ?? texts.t(`customMain.${name}`),
    rendererOf: (settings) => {
      const own = parse(settings);
      return (props) => <View own={own} {...props} />;
    },
  };
}

export function countSchema(most: number) {
  return z.int().min(1).max(most);
}

/** For kinds whose only setting is the clusters. */
export function parseClusters(settings: Settings) {
  return z.object({ clusterList: ClusterList }).parse(settings);
}
