import type { Actor } from '@gwanje/domain/permissions';
import { SkeletonLines } from '@gwanje/ui/skeletons';
import { useQuery } from '@tanstack/react-query';
import { SideDrawer } from '#components/dialogs/side-drawer.tsx';
import { LoadFailed } from '#components/table/load-failed.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { userQuery } from '../user-queries.ts';
import classes from './user-drawer.module.css';
import { UserEditor } from './user-editor.tsx';

interface UserDrawerProps {
  readonly actor: Actor;
  readonly userNo: number;
  /** Changes the address; with unsaved changes the page asks first. */
  readonly onClose: () => Promise<void>;
}

export function UserDrawer({ actor, userNo, onClose }: UserDrawerProps) {
  const t = useT();
  const query = useQuery(userQuery(userNo));
  const { data } = query;
  return (
    <SideDrawer
      title={
        <span className={classes.title}>
          {data ? <bdi>{data.user.name}</bdi> : t('users.detail')}
          {data && <bdi className={classes.userId}>{data.user.userId}</bdi>}
        </span>
      }
      onClose={() => void onClose()}
    >
      {data ? (
        <UserEditor actor={actor} {...data} onClose={onClose} />
      ) : query.isError ? (
        <LoadFailed title={t('users.detailFailed')} query={query} />
      ) : (
        <SkeletonLines label={t('shell.loading')} lines={8} />
      )}
    </SideDrawer>
  );
}
