import { Icon, type IconName } from '@gwanje/ui/icon';
import type { MouseEvent } from 'react';
import { navigateTo } from '#core/navigation/navigation.ts';

interface PageLinkProps {
  /** Null: the name is shown as text. */
  readonly href: string | null;
  readonly text: string;
  readonly icon?: IconName;
  readonly className?: string | undefined;
}

/** A link to a page whose address is data. A plain click stays in the console; a middle click opens a new tab. */
export function PageLink({ href, text, icon, className }: PageLinkProps) {
  if (href === null) return <bdi>{text}</bdi>;
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (href !== null) void navigateTo(href);
  }
  return (
    <a className={className} href={href} title={text} onClick={follow}>
      {icon && <Icon name={icon} size={15} />}
      <bdi>{text}</bdi>
    </a>
  );
}
