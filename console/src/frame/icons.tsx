import { type ReactNode } from "react";

const icon = (paths: ReactNode) =>
  function Icon() {
    return (
      <svg
        viewBox="0 0 24 24"
        width="20"
        height="20"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {paths}
      </svg>
    );
  };

export const SendIcon = icon(<path d="M12 20V5M5.5 11 12 4.5l6.5 6.5" />);
export const StopIcon = icon(<rect x="6.5" y="6.5" width="11" height="11" rx="2" fill="currentColor" />);
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />);
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h10" />);
export const BackIcon = icon(<path d="M15 5l-7 7 7 7" />);
export const DownIcon = icon(<path d="M12 5v14M6 13l6 6 6-6" />);
export const SettingsIcon = icon(
  <path d="M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM8.5 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z" />,
);

export function Brand() {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="#0b7285" />
      <path
        d="M7 20.5c2.2 0 2.2-9 4.5-9s2.2 9 4.5 9 2.2-9 4.5-9 2.2 9 4.5 9"
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
    </svg>
  );
}
