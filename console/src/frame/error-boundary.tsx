import { Component, type ReactNode } from "react";
import { Failure } from "./states.tsx";

interface ErrorBoundaryProps {
  readonly message: string;
  readonly retry: string;
  readonly children: ReactNode;
}

/**
 * A page that breaks, or whose chunk is gone after an update, says so instead of leaving a blank
 * screen.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <Failure
        message={this.props.message}
        retry={this.props.retry}
        onRetry={() => location.reload()}
      />
    );
  }
}
