/** The part of the server's settings that channels read. */
export interface ServerSettings {
  readonly host: string;
  readonly public_url?: string | undefined;
  readonly allowed_hosts: readonly string[];
  readonly trusted_proxies: readonly string[];
}
