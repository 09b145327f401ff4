import { Popover } from '@mantine/core';
import { type CSSProperties, type ReactNode, useEffect } from 'react';

/** Where something was opened from. A place, not an element: what lies there may be drawn anew meanwhile. */
export interface Place extends Pick<DOMRect, 'left' | 'top' | 'width' | 'height'> {
  /** Gets the focus back, if it is still there. */
  readonly opener: HTMLElement;
}

export function placeOf(opener: HTMLElement): Place {
  const { left, top, width, height } = opener.getBoundingClientRect();
  return { left, top, width, height, opener };
}

export function useFocusBack({ opener }: Place): void {
  useEffect(
    () => () => {
      // Only once what was open has gone, and unless something else has taken the focus.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && opener.isConnected)
          opener.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}

/** Stands in for the element that opened a menu. */
export function placeStyle({ left, top, width, height }: Place): CSSProperties {
  return {
    position: 'fixed',
    left,
    top,
    width,
    height,
    padding: 0,
    border: 0,
    opacity: 0,
    pointerEvents: 'none',
  };
}

interface PanelAtProps {
  readonly place: Place;
  readonly label: string;
  readonly width?: number;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A small dialog beside what opened it; the focus goes back there. */
export function PanelAt({ place, label, width = 300, onClose, children }: PanelAtProps) {
  useFocusBack(place);
  return (
    <Popover
      opened
      onDismiss={onClose}
      onClose={onClose}
      trapFocus
      withinPortal
      hideDetached={false}
      withRoles={false}
      position="bottom-start"
      shadow="md"
      width={width}
      middlewares={{ flip: true, shift: { padding: 8 } }}
    >
      <Popover.Target>
        <span style={placeStyle(place)} aria-hidden="true" />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
