import { type ReactNode } from "react";
import { icon } from "../frame/icons.tsx";

const small = (paths: ReactNode, size = 14) => icon(paths, { size, stroke: 2.2 });

export const RepeatIcon = small(
  <path d="M17 3l3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3M20 13v2a3 3 0 0 1-3 3H4" />,
);
export const SharedIcon = small(
  <path d="M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM3 20v-1a5 5 0 0 1 5-5h2a5 5 0 0 1 5 5v1M16 4.200a3.500 3.500 0 0 1 0 6.600M18 14.500a5 5 0 0 1 3 4.500v1" />,
);
export const CheckIcon = small(<path d="M5 13l4.500 4.500L19 7" />, 18);
export const LeftIcon = small(<path d="M15 5l-7 7 7 7" />, 20);
export const RightIcon = small(<path d="M9 5l7 7-7 7" />, 20);
export const PeopleIcon = small(
  <path d="M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM3 20v-1a5 5 0 0 1 5-5h2a5 5 0 0 1 5 5v1M16 4.200a3.500 3.500 0 0 1 0 6.600M18 14.500a5 5 0 0 1 3 4.500v1" />,
  20,
);
export const LinkIcon = small(
  <path d="M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2M12 3v12M7 10l5 5 5-5" />,
  20,
);
export const GripIcon = small(
  <path d="M9 6h.01M9 12h.01M9 18h.01M15 6h.01M15 12h.01M15 18h.01" />,
  18,
);
export const SearchIcon = small(<path d="M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM21 21l-5-5" />, 20);
export const PlusIcon = small(<path d="M12 5v14M5 12h14" />, 20);
export const GearIcon = small(
  <path d="M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5zM9 14.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5z" />,
  20,
);
