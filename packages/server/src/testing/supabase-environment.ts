/** Variables of a league whose services are somebody else's Supabase; nobody is asked there. */
export const supabaseEnvironment = {
  SUPABASE_URL: 'https://league.supabase.co',
  SUPABASE_ANON_KEY: 'anon',
  SUPABASE_SERVICE_ROLE_KEY: 'service',
};
