import './access-preview-messages.ts';
import { Icon } from '@gwanje/ui/icon';
import { useId } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import classes from './access-change.module.css';
import {
  type AccessChangeLine,
  type AccessPreview,
  accessChangeLines,
  countUsers,
} from './access-change-lines.ts';
import { Folded } from './folded.tsx';

/** The users that gain or lose access, and to which clusters. */
export function AccessChange({ preview }: { readonly preview: AccessPreview }) {
  const t = useT();
  const { gained, lost } = accessChangeLines(preview);
  if (gained.length === 0 && lost.length === 0)
    return (
      <div className={classes.nobody}>
        <span className={classes.nobodyIcon}>
          <Icon name="mdi-check-circle-outline" />
        </span>
        <p>
          <strong>{t('accessPreview.nobody')}</strong> {t('accessPreview.nobodyText')}
        </p>
      </div>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this area.
    <section className={classes.change} aria-label={t('accessPreview.label')} tabIndex={0}>
      <Side kind="gained" lines={gained} />
      <Side kind="lost" lines={lost} />
    </section>
  );
}

const LOOKS = {
  gained: { icon: 'mdi-eye-plus-outline', title: 'accessPreview.gained' },
  lost: { icon: 'mdi-eye-minus-outline', title: 'accessPreview.lost' },
} as const;

function Side({
  kind,
  lines,
}: {
  readonly kind: 'gained' | 'lost';
  readonly lines: readonly AccessChangeLine[];
}) {
  const t = useT();
  const titleId = useId();
  if (lines.length === 0) return null;
  return (
    <div className={classes[kind]}>
      <h3 id={titleId} className={classes.title}>
        <Icon name={LOOKS[kind].icon} />
        {t(LOOKS[kind].title)}
        <span className={classes.cnt}>{t('accessPreview.userCnt', { cnt: countUsers(lines) })}</span>
      </h3>
      <Folded items={lines} more={(cnt) => t('accessPreview.moreLines', { cnt })}>
        {(shown) => (
          <table className={classes.lines} aria-labelledby={titleId}>
            <thead>
              <tr>
                <th scope="col">{t('accessPreview.users')}</th>
                <th scope="col">{t('accessPreview.clusters')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((line) => (
                <tr key={line.id}>
                  <td>
                    <Users users={line.users} />
                  </td>
                  <td>
                    <Clusters clusters={line.clusters} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Folded>
    </div>
  );
}

function Users({ users }: { readonly users: AccessChangeLine['users'] }) {
  const t = useT();
  return (
    <Folded items={users} more={(cnt) => t('accessPreview.moreUsers', { cnt })}>
      {(shown) => (
        <ul className={classes.names}>
          {shown.map(({ id, name, userId }) => (
            <li key={id}>
              <bdi>{name}</bdi> <bdi className={classes.userId}>{userId}</bdi>
            </li>
          ))}
        </ul>
      )}
    </Folded>
  );
}

function Clusters({ clusters }: { readonly clusters: AccessChangeLine['clusters'] }) {
  const t = useT();
  return (
    <Folded items={clusters} more={(cnt) => t('accessPreview.moreClusters', { cnt })}>
      {(shown) => (
        <ul className={classes.names}>
          {shown.map(({ id, name }) => (
            <li key={id}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      )}
    </Folded>
  );
}
