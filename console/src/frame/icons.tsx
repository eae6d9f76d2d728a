import { type ReactNode } from "react";

/** Drawn with lines, on a field of 24. */
export const icon = (
  paths: ReactNode,
  { size = 20, stroke = 2 }: { size?: number; stroke?: number } = {},
) =>
  function Icon() {
    return (
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        fill="none"
        stroke="currentColor"
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {paths}
      </svg>
    );
  };

export const SendIcon = icon(<path d="M12 20V5M5.5 11 12 4.5l6.5 6.5" />);
export const StopIcon = icon(
  <rect x="6.5" y="6.5" width="11" height="11" rx="2" fill="currentColor" />,
);
export const ClipIcon = icon(
  <path d="M19 11.5l-7 7a4.5 4.5 0 0 1-6.4-6.4l7.4-7.4a3 3 0 0 1 4.3 4.3l-7.3 7.3a1.5 1.5 0 0 1-2.1-2.1l6.6-6.6" />,
);
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />);
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h10" />);
export const MoreIcon = icon(<path d="M5 12h.01M12 12h.01M19 12h.01" />, { stroke: 3 });
export const PinIcon = icon(<path d="M12 15v6M8 4h8l-1 6 3 3v2H6v-2l3-3z" />, { size: 14 });
export const BackIcon = icon(<path d="M15 5l-7 7 7 7" />);
export const DownIcon = icon(<path d="M12 5v14M6 13l6 6 6-6" />);
export const SettingsIcon = icon(
  <path d="M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM8.5 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z" />,
);

export const FindIcon = icon(
  <path d="M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5 20 20" />,
);

export const TalkIcon = icon(
  <path d="M20 12a7.5 7.5 0 0 1-7.5 7.5H5l1.7-2.8A7.5 7.5 0 1 1 20 12z" />,
);
export const StageIcon = icon(
  <path d="M4 5c2.8 1 5.2 1 8 0v7a4 4 0 0 1-8 0zM12 9c2.8 1 5.2 1 8 0v7a4 4 0 0 1-8 0v-1M6.7 9.2h.01M9.3 9.2h.01M6.8 12.6c.8.7 1.6.7 2.4 0M14.7 13.2h.01M17.3 13.2h.01M14.8 17.3c.8-.7 1.6-.7 2.4 0" />,
);
export const CalendarIcon = icon(
  <path d="M5 6.5h14a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7.5a1 1 0 0 1 1-1zM4 11h16M8 4v4M16 4v4" />,
);
export const ChannelsIcon = icon(
  <path d="M9.5 14.5l5-5M8 11l-2.5 2.5a3.5 3.5 0 0 0 5 5L13 16M16 13l2.5-2.5a3.5 3.5 0 0 0-5-5L11 8" />,
);
export const DeliveriesIcon = icon(
  <path d="M4 13l3-8h10l3 8v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zM4 13h4.5l1.5 2.5h4L15.5 13H20" />,
);
export const MemoryIcon = icon(<path d="M7 4h10a1 1 0 0 1 1 1v15l-6-4-6 4V5a1 1 0 0 1 1-1z" />);
export const OperatorIcon = icon(
  <path d="M12 3.5l7 2.5v5.5c0 4.3-2.900 7.6-7 9-4.100-1.400-7-4.700-7-9V6zM9 12l2.200 2.200L15.200 10" />,
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
