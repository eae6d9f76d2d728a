import { useQuery } from "@tanstack/react-query";
import { type ImgHTMLAttributes, type ReactNode } from "react";
import { fetchFile } from "./transfer.ts";

/**
 * A file of the server as an address that `<img>` and links can use: a plain one would come without
 * the page's key.
 */
export function useFileAddress(path: string | undefined): string | undefined {
  return useQuery({
    queryKey: ["file", path],
    queryFn: async () => URL.createObjectURL(await fetchFile(path ?? "")),
    enabled: path !== undefined,
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  }).data;
}

/** Nothing is shown until it is loaded. */
export function ServerPicture({
  path,
  alt,
  ...rest
}: { path: string; alt: string } & ImgHTMLAttributes<HTMLImageElement>) {
  const address = useFileAddress(path);
  return address === undefined ? null : <img {...rest} src={address} alt={alt} />;
}

/**
 * Shows a PDF in a tab of its own. Its type is set here, so that the browser takes it for nothing
 * else. The tab is opened before the file has come: later the browser would take it for a pop-up.
 */
export async function openDocument(path: string): Promise<void> {
  const tab = window.open("", "_blank");
  try {
    const bytes = await (await fetchFile(path)).arrayBuffer();
    const address = URL.createObjectURL(new Blob([bytes], { type: "application/pdf" }));
    if (tab !== null) tab.location.href = address;
    setTimeout(() => URL.revokeObjectURL(address), 600_000);
  } catch {
    // The file is gone: its link says so.
    tab?.close();
  }
}

interface FileLinkProps {
  readonly path: string;
  /** The file name, where the server gives none. */
  readonly name?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Saves a file of the server. */
export function FileLink({ path, name, className, children }: FileLinkProps) {
  const save = async (): Promise<void> => {
    const file = await fetchFile(path);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = file instanceof File ? file.name : (name ?? "");
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
  return (
    <a
      className={className}
      href={path}
      download
      onClick={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {children}
    </a>
  );
}
