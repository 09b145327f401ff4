import './access-preview-messages.ts';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { previewAccess } from '@gwanje/contract/users/access-preview';
import { Icon } from '@gwanje/ui/icon';
import { type ReactNode, useId, useState } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import classes from './access-change.module.css';

export type AccessPreview = ResponseOf<typeof previewAccess>;

/** Each user of a line gains or loses every cluster of that line. */
interface AccessChangeLine {
  readonly id: string;
  readonly users: AccessPreview['userList'];
  readonly clusters: AccessPreview['clusterList'];
}

/** Resolves the ids of a preview to names. */
function linesOf(
  list: AccessPreview['gainedList'],
  { userList, clusterList }: AccessPreview,
): AccessChangeLine[] {
  const users = new Map(userList.map((user) => [user.userNo, user]));
  const clusters = new Map(clusterList.map((cluster) => [cluster.hostId, cluster]));
  return list.map(({ userNoList, hostIdList }) => ({
    id: String(userNoList[0]),
    users: userNoList.flatMap((userNo) => users.get(userNo) ?? []),
    clusters: hostIdList.flatMap((hostId) => clusters.get(hostId) ?? []),
  }));
}

/** The users that gain or lose access, and to which clusters. */
export function AccessChange({ preview }: { readonly preview: AccessPreview }) {
  const t = useT();
  const gained = linesOf(preview.gainedList, preview);
  const lost = linesOf(preview.lostList, preview);
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

const APPEARANCES = {
  gained: { icon: 'mdi-eye-plus-outline', title: 'accessPreview.gained' },
  lost: { icon: 'mdi-eye-minus-outline', title: 'accessPreview.lost' },
} as const;

function Side({ kind, lines }: { kind: 'gained' | 'lost'; lines: readonly AccessChangeLine[] }) {
  const t = useT();
  const titleId = useId();
  if (lines.length === 0) return null;
  // A user appears in at most one line of a list, so the sum counts no user twice.
  const cnt = lines.reduce((sum, { users }) => sum + users.length, 0);
  return (
    <div className={classes[kind]}>
      <h3 id={titleId} className={classes.title}>
        <Icon name={APPEARANCES[kind].icon} />
        {t(APPEARANCES[kind].title)}
        <span className={classes.cnt}>{t('accessPreview.userCnt', { cnt })}</span>
      </h3>
      <Folded items={lines} moreKey="accessPreview.moreLines">
        {(shown) => (
          <table className={classes.lines} aria-labelledby={titleId}>
            <thead>
              <tr>
                <th scope="col">{t('accessPreview.users')}</th>
                <th scope="col">{t('accessPreview.clusters')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ id, users, clusters }) => (
                <tr key={id}>
                  <td>
                    <Folded items={users} moreKey="accessPreview.moreUsers">
                      {(some) => (
                        <ul className={classes.names}>
                          {some.map(({ userNo, name, userId }) => (
                            <li key={userNo}>
                              <bdi>{name}</bdi> <bdi className={classes.userId}>{userId}</bdi>
                            </li>
                          ))}
                        </ul>
                      )}
                    </Folded>
                  </td>
                  <td>
                    <Folded items={clusters} moreKey="accessPreview.moreClusters">
                      {(some) => (
                        <ul className={classes.names}>
                          {some.map(({ hostId, name }) => (
                            <li key={hostId}>
                              <bdi>{name}</bdi>
                            </li>
                          ))}
                        </ul>
                      )}
                    </Folded>
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

const SHOWN = 20;

interface FoldedProps<Item> {
  readonly items: readonly Item[];
  /** The label of the button. */
  readonly moreKey: `accessPreview.more${'Lines' | 'Users' | 'Clusters'}`;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** Shows the first twenty items, and a button with the count of the rest. */
function Folded<Item>({ items, moreKey, children }: FoldedProps<Item>) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const isFolded = !isOpen && items.length > SHOWN;
  return (
    <>
      {children(isFolded ? items.slice(0, SHOWN) : items)}
      {isFolded && (
        <button type="button" className={classes.more} onClick={() => setIsOpen(true)}>
          {t(moreKey, { cnt: items.length - SHOWN })}
        </button>
      )}
    </>
  );
}
