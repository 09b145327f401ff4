import { isGroupAdmin } from '@gwanje/domain/access/permissions';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useActor } from '#core/session/session-store.ts';

interface DoctorLinkProps {
  readonly hostId: number;
  readonly className?: string | undefined;
  readonly title?: string | undefined;
  readonly children: ReactNode;
  /** Shown to users who may not open the page. */
  readonly otherwise?: ReactNode;
}

/** A link to the page that checks the agents of a cluster. */
export function DoctorLink({ hostId, className, title, children, otherwise = null }: DoctorLinkProps) {
  const user = useActor();
  if (user === null || !isGroupAdmin(user)) return otherwise;
  return (
    <Link
      to="/setting/host/agent-install"
      search={{ hostId: String(hostId) }}
      className={className}
      title={title}
      activeProps={{}}
    >
      {children}
    </Link>
  );
}
