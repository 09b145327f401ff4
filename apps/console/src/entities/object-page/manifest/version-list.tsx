import { formatTimestamp } from '@gwanje/domain/formats/time';
import { IconButton } from '@gwanje/ui/buttons';
import { Chip } from '@gwanje/ui/chip';
import { useT } from '#core/i18n/i18n.ts';
import { changeText } from './change-text.ts';
import classes from './manifest.module.css';
import type { ManifestVersion } from './manifest-queries.ts';

const CHANGES_SHOWN = 3;

interface VersionListProps {
  readonly label: string;
  /** Newest first. */
  readonly list: readonly ManifestVersion[];
  readonly isDeleted: boolean;
  readonly shownAt: string | null;
  readonly comparedAt: string | null;
  readonly onShow: (at: string) => void;
  readonly onCompare: (at: string) => void;
}

/** The versions of a manifest with what each changed. A row shows its version, its button compares it with the shown one. */
export function VersionList(props: VersionListProps) {
  const { label, list, isDeleted, shownAt, comparedAt, onShow, onCompare } = props;
  const t = useT();
  return (
    <ol className={classes.versions} aria-label={label}>
      {list.map((version, index) => (
        <li
          key={version.at}
          className={classes.version}
          data-shown={version.at === shownAt || undefined}
          data-compared={version.at === comparedAt || undefined}
        >
          <button
            type="button"
            className={classes.choose}
            aria-current={version.at === shownAt || undefined}
            onClick={() => onShow(version.at)}
          >
            <span className={classes.when}>
              <time dateTime={version.at}>{formatTimestamp(version.at)}</time>
              {index === 0 && (
                <Chip
                  colour={isDeleted ? 'grey' : 'accent'}
                  label={t(isDeleted ? 'manifests.last' : 'manifests.now')}
                />
              )}
            </span>
            <Changes version={version} />
          </button>
          {shownAt !== null && version.at !== shownAt && (
            <IconButton
              className={classes.compare}
              icon="mdi-compare"
              label={t('manifests.compareWith', { at: formatTimestamp(version.at) })}
              variant={version.at === comparedAt ? 'filled' : 'subtle'}
              aria-pressed={version.at === comparedAt}
              onClick={() => onCompare(version.at)}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

function Changes({ version: { isFirst, changes, moreCnt } }: { readonly version: ManifestVersion }) {
  const t = useT();
  const hiddenCnt = Math.max(0, changes.length - CHANGES_SHOWN) + moreCnt;
  return (
    <span className={classes.changes}>
      {isFirst && t('manifests.first')}
      {!isFirst && changes.length === 0 && t('manifests.noFields')}
      {changes.slice(0, CHANGES_SHOWN).map((change) => {
        const text = changeText(change, t);
        return (
          <span key={`${change.topic} ${change.path}`} className={classes.change} title={text}>
            {text}
          </span>
        );
      })}
      {hiddenCnt > 0 && t('manifests.more', { cnt: hiddenCnt })}
    </span>
  );
}
