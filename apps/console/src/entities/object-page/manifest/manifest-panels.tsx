import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { ObjectId } from '@gwanje/contract/definition/fields';
import type { compareManifests, StoredManifest } from '@gwanje/contract/objects/manifests';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { TextButton } from '@gwanje/ui/buttons';
import { EmptyState, Panel, SkeletonLines } from '@gwanje/ui/panel';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailed } from '#components/loading/load-failed.tsx';
import { type Translate, useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import type { ObjectView } from '../object-view.ts';
import { changeText } from './change-text.ts';
import { DiffView } from './diff-view.tsx';
import { InstantPicker } from './instant-picker.tsx';
import classes from './manifest.module.css';
import { type ManifestChoice, manifestChoice, manifestSearch } from './manifest-address.ts';
import {
  comparisonQuery,
  type ManifestAnswer,
  type ManifestVersion,
  manifestQuery,
  versionsQuery,
} from './manifest-queries.ts';
import { VersionList } from './version-list.tsx';
import { YamlView } from './yaml-view.tsx';
import './manifest-messages.ts';

export function ManifestPanels({ view }: { readonly view: ObjectView }) {
  const t = useT();
  const { search, change } = useAddress();
  const objectId = ObjectId.parse(view.id);
  const choice = manifestChoice(search);
  const { at, comparedAt } = choice;
  const versions = useQuery(versionsQuery(objectId));
  const shown = useQuery({ ...manifestQuery(objectId, at), placeholderData: keepPreviousData });
  const list = versions.data?.versionList ?? [];
  const shownAt = shown.data?.manifest?.at ?? null;
  const previousAt = list[list.findIndex((version) => version.at === shownAt) + 1]?.at;
  const comparedVersion = comparedAt === undefined ? null : versionAt(list, comparedAt);
  const isDeleted = view.deletedAt !== null;

  // The address of the newest version has no instant, so that it follows further changes.
  const addressOf = (version: string) => (version === list[0]?.at ? undefined : version);
  const choose = (next: ManifestChoice) => void change(manifestSearch(next));
  const show = (version: string | undefined) =>
    choose({ at: version && addressOf(version), comparedAt: undefined });
  const compare = (version: string | undefined) =>
    choose({ at, comparedAt: version === comparedVersion ? undefined : version });
  const picker = <InstantPicker choice={choice} nowMs={Date.parse(view.serverTime)} onChoose={choose} />;
  const endAt = at ?? shownAt;

  if (versions.data && list.length === 0 && shown.data)
    return (
      <Panel>
        <Missing answer={shown.data} />
      </Panel>
    );
  return (
    <div className={classes.columns}>
      <Panel title={t('manifests.versions')} note={t('manifests.versionsNote')}>
        {versions.data ? (
          <VersionList
            label={t('manifests.versions')}
            list={list}
            isDeleted={isDeleted}
            shownAt={shownAt}
            comparedAt={comparedVersion}
            onShow={show}
            onCompare={compare}
          />
        ) : versions.isError ? (
          <LoadFailed title={t('manifests.versionsFailed')} query={versions} />
        ) : (
          <div className={classes.padded}>
            <SkeletonLines label={t('shell.loading')} lines={6} />
          </div>
        )}
        {versions.data?.isTruncated && (
          <p className={classes.note}>{t('manifests.truncated', { cnt: list.length })}</p>
        )}
      </Panel>
      {comparedAt !== undefined && endAt !== null ? (
        <ComparisonPanel
          objectId={objectId}
          instants={sorted(comparedAt, endAt)}
          picker={picker}
          onEnd={() => compare(undefined)}
        />
      ) : (
        <Panel
          title={t('monitoring.tabs.manifest')}
          note={shown.data?.manifest && timeText(shown.data.manifest, at, t)}
          actions={
            <>
              {picker}
              {previousAt !== undefined && (
                <TextButton icon="mdi-compare" size="compact-sm" onClick={() => compare(previousAt)}>
                  {t('manifests.comparePrevious')}
                </TextButton>
              )}
            </>
          }
        >
          {!shown.data ? (
            shown.isError ? (
              <LoadFailed title={t('manifests.failed')} query={shown} />
            ) : (
              <div className={classes.padded}>
                <SkeletonLines label={t('shell.loading')} lines={16} />
              </div>
            )
          ) : shown.data.manifest ? (
            <>
              <YamlView
                json={shown.data.manifest.json}
                fileName={`${view.name}-${shown.data.manifest.at.slice(0, 19).replaceAll(':', '')}`}
              />
              <Notes isCut={shown.data.manifest.isCut} />
            </>
          ) : (
            <Missing answer={shown.data} onShowNewest={() => show(undefined)} isDeleted={isDeleted} />
          )}
        </Panel>
      )}
    </div>
  );
}

interface ComparisonPanelProps {
  readonly objectId: ObjectId;
  readonly instants: readonly [from: string, to: string];
  readonly picker: ReactNode;
  readonly onEnd: () => void;
}

function ComparisonPanel({ objectId, instants: [from, to], picker, onEnd }: ComparisonPanelProps) {
  const t = useT();
  const query = useQuery({ ...comparisonQuery(objectId, from, to), placeholderData: keepPreviousData });
  const { data } = query;
  return (
    <Panel
      title={t('manifests.compareTitle')}
      note={t('manifests.shownBetween', { from: formatTimestamp(from), to: formatTimestamp(to) })}
      actions={
        <>
          {picker}
          <TextButton icon="mdi-close" size="compact-sm" onClick={onEnd}>
            {t('manifests.endCompare')}
          </TextButton>
        </>
      }
    >
      {!data ? (
        query.isError ? (
          <LoadFailed title={t('manifests.failed')} query={query} />
        ) : (
          <div className={classes.padded}>
            <SkeletonLines label={t('shell.loading')} lines={16} />
          </div>
        )
      ) : data.from && data.to ? (
        <>
          <ChangedFields changes={data.changes} moreCnt={data.moreCnt} />
          <DiffView
            key={`${data.from.at} ${data.to.at}`}
            beforeJson={data.from.json}
            afterJson={data.to.json}
          />
          <Notes isCut={data.from.isCut || data.to.isCut} />
        </>
      ) : (
        <EmptyState
          icon="mdi-file-document-outline"
          title={t('manifests.missingTitle')}
          text={t('manifests.missing.beforeFirst')}
        />
      )}
    </Panel>
  );
}

/** The difference in words, above its lines. */
function ChangedFields({
  changes,
  moreCnt,
}: Pick<ResponseOf<typeof compareManifests>, 'changes' | 'moreCnt'>) {
  const t = useT();
  if (changes.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: users scroll the list by keyboard
    <ul className={classes.fields} aria-label={t('manifests.changedFields')} tabIndex={0}>
      {changes.map((change) => (
        <li key={`${change.topic} ${change.path}`}>
          <bdi>{changeText(change, t)}</bdi>
        </li>
      ))}
      {moreCnt > 0 && <li>{t('manifests.more', { cnt: moreCnt })}</li>}
    </ul>
  );
}

function Notes({ isCut }: { readonly isCut: boolean }) {
  const t = useT();
  return (
    <p className={classes.note}>
      {t('manifests.note')} {isCut && t('manifests.cut')}
    </p>
  );
}

interface MissingProps {
  readonly answer: ManifestAnswer;
  readonly isDeleted?: boolean;
  /** Absent: there is no version at all. */
  readonly onShowNewest?: () => void;
}

function Missing({ answer: { missing, firstAt }, isDeleted = false, onShowNewest }: MissingProps) {
  const t = useT();
  const reason = t(`manifests.missing.${missing ?? 'notStored'}`);
  const first = firstAt === null ? '' : t('manifests.firstAt', { at: formatTimestamp(firstAt) });
  return (
    <EmptyState
      icon="mdi-file-document-outline"
      title={t('manifests.missingTitle')}
      text={`${reason} ${first}`.trim()}
      actions={
        onShowNewest && (
          <TextButton onClick={onShowNewest}>
            {t(isDeleted ? 'manifests.showLast' : 'manifests.showNow')}
          </TextButton>
        )
      }
    />
  );
}

/** `chosen` is an instant at which the version was valid; undefined: now. */
function timeText({ at, until }: StoredManifest, chosen: string | undefined, t: Translate): string {
  const from = formatTimestamp(at);
  if (chosen !== undefined && Date.parse(chosen) !== Date.parse(at))
    return t('manifests.asOf', { at: formatTimestamp(chosen), version: from });
  return until === null
    ? t('manifests.shownAt', { at: from })
    : t('manifests.shownBetween', { from, to: formatTimestamp(until) });
}

/** When the version begins that was valid at an instant; null for none in the list. */
function versionAt(list: readonly ManifestVersion[], instant: string): string | null {
  return list.find(({ at }) => Date.parse(at) <= Date.parse(instant))?.at ?? null;
}

function sorted(a: string, b: string): readonly [from: string, to: string] {
  return Date.parse(a) <= Date.parse(b) ? [a, b] : [b, a];
}
