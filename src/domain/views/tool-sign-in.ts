/** Where a server sends people to sign in, as it said when the sign-in began. */
export interface SignInPlace {
  readonly issuer: string;
  readonly authorization: string;
  readonly token: string;
  readonly registration?: string | undefined;
  readonly revocation?: string | undefined;
  /** How a client may prove itself where tokens are given. */
  readonly clientProofs: readonly string[];
  /** Its answers name the issuer (RFC 9207). */
  readonly namesIssuer: boolean;
  /** A client may be named by the address of a document about it. */
  readonly readsClientDocuments: boolean;
  /** What tokens are asked for: the server, by the address it gives itself. */
  readonly resource: string;
  readonly scope?: string | undefined;
}

/** Meanwhile, as the place knows it. */
export interface SignInClient {
  readonly id: string;
  readonly secret?: string | undefined;
  /** The place that it belongs to. Another place does not know it. */
  readonly issuer: string;
  readonly redirectUri: string;
}

/** A sign-in that was begun. It ends once, for the credential that began it. */
export interface SignInJourney {
  readonly state: string;
  readonly verifier: string;
  readonly until: number;
  readonly credential: string;
  readonly place: SignInPlace;
  readonly client: SignInClient;
}

export interface SignInGrant {
  readonly place: SignInPlace;
  readonly client: SignInClient;
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** Undefined: the place did not say. */
  readonly expiresAt?: number | undefined;
  readonly since: number;
  /** A process that renews it now: others wait, because a refresh token may work only once. */
  readonly renewal?: { readonly id: string; readonly until: number } | undefined;
}

/** Of a server that wants people to sign in. Kept sealed with the server. */
export interface ToolSignIn {
  /** The server's `WWW-Authenticate`. */
  readonly challenge: string;
  /** Registered before. */
  readonly client?: SignInClient | undefined;
  readonly journey?: SignInJourney | undefined;
  readonly grant?: SignInGrant | undefined;
  /** The server refused the tokens when they were used last. */
  readonly isRefused?: boolean | undefined;
}
