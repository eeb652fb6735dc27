-- code_lost
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table sign_event drop constraint sign_event_kind_values;

alter table sign_event add constraint sign_event_kind_values check (kind in ('prepared', 'started', 'notified', 'opened', 'consented', 'read', 'filled', 'codeSent', 'codeLost', 'codePassed', 'codeFailed', 'faceToFace', 'signed', 'sealed', 'declined', 'urged', 'delayed', 'revoked', 'expired', 'completed', 'timestamped', 'verified', 'downloaded', 'rescinded'));
