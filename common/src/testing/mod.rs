//! The conformance kit.
