import { useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { MoreIcon } from "./icons.tsx";
import styles from "./menu-button.module.css";

export interface MenuItem {
  readonly label: string;
  readonly onClick: () => void;
  readonly tone?: "danger";
}

const gap = 4;

/**
 * A button with a menu. The browser's own popover lies above everything and closes by itself; only
 * its place and the arrow keys are set here.
 */
export function MenuButton({
  label,
  items,
  className,
  icon = <MoreIcon />,
}: {
  label: string;
  items: readonly MenuItem[];
  className?: string | undefined;
  icon?: ReactNode;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const place = (): void => {
    const [from, box] = [button.current?.getBoundingClientRect(), menu.current];
    if (from === undefined || box === null) return;
    const { offsetWidth: width, offsetHeight: height } = box;
    const top =
      from.bottom + gap + height > innerHeight ? from.top - gap - height : from.bottom + gap;
    box.style.top = `${Math.max(gap, top)}px`;
    box.style.left = `${Math.max(gap, Math.min(from.right - width, innerWidth - width - gap))}px`;
    box.querySelector("button")?.focus();
  };
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || menu.current === null) return;
    event.preventDefault();
    const all = [...menu.current.querySelectorAll("button")];
    const at = all.findIndex((each) => each === document.activeElement);
    all.at((at + step) % all.length)?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`${styles.button ?? ""} ${className ?? ""}`}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        popoverTarget={id}
      >
        {icon}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className={styles.menu}
        onToggle={(event) => event.newState === "open" && place()}
        onKeyDown={move}
      >
        {items.map((item) => (
          <button
            key={item.label}
            type="button"
            role="menuitem"
            className={styles.item}
            data-tone={item.tone}
            onClick={() => {
              menu.current?.hidePopover();
              item.onClick();
            }}
          >
            {item.label}
          </button>
        ))}
      </div>
    </>
  );
}
