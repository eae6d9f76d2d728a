import { type ReactNode } from "react";
import { icon } from "../frame/icons.tsx";

const createSmallIcon = (paths: ReactNode) => icon(paths, { size: 16 });

export const MinusIcon = createSmallIcon(<path d="M5 12h14" />);
export const PlusSmallIcon = createSmallIcon(<path d="M12 5v14M5 12h14" />);
export const DotsIcon = createSmallIcon(<path d="M5 12h.01M12 12h.01M19 12h.01" />);
export const CurtainIcon = createSmallIcon(
  <path d="M3 4h18M5 4c0 7 1 12-1 16h6c2-5 2-10 2-16M19 4c0 7-1 12 1 16h-6c-2-5-2-10-2-16" />,
);
export const SealIcon = createSmallIcon(
  <path d="M12 3l2.2 2.1 3-.3.6 3 2.7 1.4-1.3 2.8 1.3 2.8-2.7 1.4-.6 3-3-.3L12 21l-2.2-2.1-3 .3-.6-3-2.7-1.4L4.8 12 3.5 9.2l2.7-1.4.6-3 3 .3z" />,
);
export const GearIcon = icon(
  <path d="M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5zM9 14.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5z" />,
  { size: 20 },
);
