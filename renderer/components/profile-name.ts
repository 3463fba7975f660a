import { t } from '../strings/index';

/** The name of a chunk profile that Vitrine ships with; one of a person's own as it is written. */
export function profileName(profile: string): string {
  if (profile === 'balanced' || profile === 'fine' || profile === 'sections') return t(`rebuild.profiles.${profile}`);
  return profile;
}
