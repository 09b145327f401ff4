import { Icon, type IconName } from '@gwanje/ui/icon';
import classes from './log-view.module.css';

interface ToggleButtonProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onToggle: (isOn: boolean) => void;
  readonly title?: string;
  /** A short text, an icon, or the label. */
  readonly text?: string;
  readonly icon?: IconName;
}

/** A button that is pressed or not. */
export function ToggleButton({ label, isOn, onToggle, title = label, text, icon }: ToggleButtonProps) {
  return (
    <button
      type="button"
      className={classes.toggle}
      aria-pressed={isOn}
      aria-label={label}
      title={title}
      onClick={() => onToggle(!isOn)}
    >
      {icon && <Icon name={icon} size={15} />}
      {text ?? label}
    </button>
  );
}
